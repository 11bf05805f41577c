import { render } from "preact";
import { App } from "./app";
import "./style.css";
import "./board/board.css";
import "./board/tabletop.css";
import "./pages/pages.css";
import { applyTheme } from "./theme";

applyTheme();
render(<App />, document.getElementById("app")!);
