// How a game is played and how its moves are made, with pictures: at /rules?game=NAME.
import type { PageProps } from "../app";
import { address } from "../api";
import { Picture } from "../board/picture";
import type { Rules } from "../messages";
import { upper } from "../numbers";
import { useAsk } from "../parts/ask";
import { Problem } from "../parts/problem";
import { useTitle } from "../parts/title";
import { rules as words } from "../texts";

export function RulesPage({ place }: PageProps) {
  const game = place.query.get("game") ?? "";
  return <RulesOf key={game} game={game} />;
}

function RulesOf({ game }: { game: string }) {
  const { data: page, error } = useAsk<Rules>(address("/api/rules", { game }));
  useTitle(page && words.of(page.title));
  if (error) return <Problem error={error} />;
  if (!page)
    return (
      <section class="rules" aria-busy="true">
        <h1 class="unseen">{words.loading}</h1>
        <div class="skeleton tall" />
      </section>
    );
  const moving = page.moving.length ? page.moving : words.usual;
  return (
    <article class="rules">
      <h1>{upper(page.title)}</h1>
      <p class="small">{upper(page.summary)}.</p>
      <p class="row">
        <a class="button primary" href={address("/play", { game, now: "yes" })}>
          {words.play}
        </a>
        <a class="button" href={address("/play", { game })}>
          {words.form}
        </a>
        <a class="button" href={address("/analyse", { game })}>
          {words.analyse}
        </a>
        {page.page && (
          <a class="button" href={page.page}>
            {words.page}
          </a>
        )}
      </p>
      {page.rules.length > 0 && (
        <section>
          <h2>{words.goal}</h2>
          {page.rules.map((each) => (
            <p key={each}>{each}</p>
          ))}
        </section>
      )}
      <section>
        <h2>{words.moving}</h2>
        {moving.map((each) => (
          <p key={each}>{each}</p>
        ))}
      </section>
      {page.pictures.length > 0 && (
        <section>
          <h2>{words.pictures}</h2>
          <div class="illustrations">
            {page.pictures.map(({ caption, scene }) => (
              <figure key={caption}>
                {scene.spots.length ? <Picture scene={scene} /> : <pre>{scene.text}</pre>}
                <figcaption>{caption}</figcaption>
              </figure>
            ))}
          </div>
        </section>
      )}
    </article>
  );
}
