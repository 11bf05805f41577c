import type { PageProps } from "../app";

export function Practice(_: PageProps) {
  return <h1>Practise</h1>;
}
