import type { PageProps } from "../app";

export function Play(_: PageProps) {
  return <h1>Play</h1>;
}
