import type { PageProps } from "../app";

export function Home(_: PageProps) {
  return <h1>Home</h1>;
}
