// Playing: the form of a new game at /play, a game at /play/ID.
import type { PageProps } from "../app";
import { GamePage } from "./game";
import { NewGame, PlayNow } from "./new_game";

export function Play({ place }: PageProps) {
  const id = place.path.split("/")[2];
  if (!id && place.query.get("now")) return <PlayNow key={place.query.toString()} query={place.query} />;
  return id ? (
    <GamePage key={id} id={id} query={place.query} />
  ) : (
    <NewGame key={place.query.toString()} query={place.query} />
  );
}
