// The panel that asks before the search moves on. It keeps its room, so that nothing below it jumps.
import { useMemo, useState } from "preact/hooks";
import { useStateOf } from "../parts/state_of";
import { predict as texts } from "../texts";
import { isRight, questionsAt, type Question } from "./predict";
import type { Run } from "./run";

export interface Tally {
  right: number; // at the first try and without a hint
  of: number;
}

interface Props {
  run: Run;
  moment: number;
  tally: Tally;
  onTally: (tally: Tally) => void;
  onDone: () => void; // everything about the next step is answered
}

export function Predict({ run, moment, tally, onTally, onDone }: Props) {
  const questions = useMemo(() => questionsAt(run, moment), [run, moment]);
  const [at, setAt] = useStateOf(questions, () => 0);
  const [said, say] = useState("");
  const question = questions[at];
  const answered = (first: boolean) => {
    onTally({ right: tally.right + (first ? 1 : 0), of: tally.of + 1 });
    say(texts.right);
    if (at + 1 < questions.length) setAt(at + 1);
    else onDone();
  };
  const last = moment === run.walk.count - 1;
  return (
    <section class="panel predict" aria-label={texts.title}>
      {question ? (
        <Asked key={`${moment} ${at}`} question={question} said={said} onSay={say} onRight={answered} />
      ) : (
        <p class="row">
          <span role="status">{[said, last ? texts.end : texts.nothing].filter(Boolean).join(" ")}</span>
          {!last && (
            <button type="button" class="primary" data-predict="go" onClick={onDone}>
              {texts.on}
            </button>
          )}
        </p>
      )}
      {tally.of > 0 && <p class="small tally">{texts.tally(tally.right, tally.of)}</p>}
    </section>
  );
}

interface AskedProps {
  question: Question;
  said: string;
  onSay: (said: string) => void;
  onRight: (first: boolean) => void;
}

function Asked({ question, said, onSay, onRight }: AskedProps) {
  const [given, give] = useState<string[]>([]);
  const [hints, setHints] = useState(0);
  const [tries, setTries] = useState(0);
  const several = question.kind === "edges";
  const submit = (event: Event) => {
    event.preventDefault();
    check(given);
  };
  const check = (answer: string[]) => {
    if (isRight(question, answer)) return onRight(tries === 0 && hints === 0);
    setTries(tries + 1);
    onSay(texts.wrong);
  };
  const hint = () => {
    setHints(Math.min(hints + 1, question.hints.length));
    onSay("");
  };
  const toggle = (name: string) =>
    give(given.includes(name) ? given.filter((each) => each !== name) : [...given, name]);
  return (
    <form onSubmit={submit}>
      <p class="asked" data-question={question.kind}>
        {question.text}
      </p>
      <div class="row">
        {question.of.length === 0 && (
          <input
            size={6}
            autocomplete="off"
            aria-label={question.text}
            value={given[0] ?? ""}
            onInput={(event) => give([event.currentTarget.value])}
          />
        )}
        {several &&
          question.of.map((each) => (
            <label key={each}>
              <input type="checkbox" checked={given.includes(each)} onChange={() => toggle(each)} /> {each}
            </label>
          ))}
        {!several &&
          question.of.map((each) => (
            <button key={each} type="button" data-choice={each} onClick={() => check([each])}>
              {each}
            </button>
          ))}
        {(several || question.of.length === 0) && (
          <button type="submit" class="primary">
            {texts.check}
          </button>
        )}
        <button type="button" disabled={hints >= question.hints.length} onClick={hint}>
          {texts.hint(hints, question.hints.length)}
        </button>
      </div>
      <div role="status" class="hints">
        {said && <p>{said}</p>}
        {question.hints.slice(0, hints).map((each) => (
          <p key={each}>{each}</p>
        ))}
      </div>
    </form>
  );
}
