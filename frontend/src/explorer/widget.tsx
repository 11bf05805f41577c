// The notebook's explorer (anywidget): the same component, fed by the bytes of `trace`.
export default {
  render({ el }: { model: unknown; el: HTMLElement }) {
    el.textContent = "";
  },
};
