import type { PageProps } from "../app";

export function Tournament(_: PageProps) {
  return <h1>Tournament</h1>;
}
