import type { PageProps } from "../app";

export function Explore(_: PageProps) {
  return <h1>Tree explorer</h1>;
}
