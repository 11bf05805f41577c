import type { PageProps } from "../app";

export function Help(_: PageProps) {
  return <h1>Help</h1>;
}
