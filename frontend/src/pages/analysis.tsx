import type { PageProps } from "../app";

export function Analysis(_: PageProps) {
  return <h1>Analysis</h1>;
}
