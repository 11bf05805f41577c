// Keys, notation, signs, and what one likes.
import { useState } from "preact/hooks";
import type { PageProps } from "../app";
import { change, useSettings } from "../parts/settings";
import { help as words, shell } from "../texts";
import { THEMES, setTheme, theme, type Theme } from "../theme";

export function Help(_: PageProps) {
  return (
    <div class="help">
      <h1>{words.title}</h1>
      <Liking />
      <section aria-labelledby="keys">
        <h2 id="keys">{words.keys}</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.key}</th>
              <th scope="col">{words.does}</th>
            </tr>
          </thead>
          <tbody>
            {words.keyList.map(([keys, does]) => (
              <tr key={does}>
                <td>
                  {keys.split(" ").map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </td>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section aria-labelledby="signs">
        <h2 id="signs">{words.signs}</h2>
        <dl class="signs">
          {words.signList.map(([sign, means]) => (
            <div key={sign}>
              <dt>{sign}</dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="notation">
        <h2 id="notation">{words.notation}</h2>
        {words.notationText.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
    </div>
  );
}

function Liking() {
  const settings = useSettings();
  const [chosen, choose] = useState(theme);
  const pick = (value: Theme) => {
    choose(value);
    setTheme(value);
  };
  return (
    <section class="panel liking" aria-labelledby="settings">
      <h2 id="settings">{words.settings}</h2>
      <fieldset>
        <legend>{shell.theme}</legend>
        <div class="row">
          {THEMES.map((name) => (
            <label key={name}>
              <input type="radio" name="theme" checked={chosen === name} onChange={() => pick(name)} />{" "}
              {shell.themes[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{words.palette}</legend>
        <div class="row">
          {(["colour", "contrast"] as const).map((name) => (
            <label key={name}>
              <input
                type="radio"
                name="palette"
                checked={settings.palette === name}
                onChange={() => change({ palette: name })}
              />{" "}
              {words.palettes[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{words.suits}</legend>
        <div class="row">
          {(["two", "four"] as const).map((name) => (
            <label key={name}>
              <input
                type="radio"
                name="suits"
                checked={settings.suits === name}
                onChange={() => change({ suits: name })}
              />{" "}
              {words.suitColours[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <div class="row">
        {(["coordinates", "legal", "values", "sound"] as const).map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={settings[name]}
              onChange={(event) => change({ [name]: event.currentTarget.checked })}
            />{" "}
            {words.switches[name]}
          </label>
        ))}
      </div>
      <p class="small">{words.kept}</p>
    </section>
  );
}
