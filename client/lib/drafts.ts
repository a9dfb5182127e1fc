import { useBeforeUnload } from 'react-router-dom';
import { createStore } from './createStore.ts';

/** Texts that were typed and neither saved nor cancelled, by form. */
const useDrafts = createStore<{ texts: Record<string, string> }>(() => ({ texts: {} }));

function setDraft(key: string, text: string | undefined): void {
  useDrafts.setState(({ texts: { [key]: _old, ...others } }) => ({
    texts: text === undefined ? others : { ...others, [key]: text },
  }));
}

/**
 * The text of a form that is in a dialog. Escape and a click beside the dialog close it, so what was typed is kept and the
 * form shows it when it opens again.
 */
export function useDraft(key: string, saved: string) {
  const kept = useDrafts(({ texts }) => texts[key]);
  return {
    text: kept ?? saved,
    isChanged: kept !== undefined,
    change: (text: string) => setDraft(key, text === saved ? undefined : text),
    drop: () => setDraft(key, undefined),
    /** Shows a text again that could not be saved, unless something newer was typed meanwhile. */
    restore: (text: string) => setDraft(key, useDrafts.getState().texts[key] ?? text),
  };
}

/** While something typed is not saved, the browser asks before it closes or reloads the page. */
export function useAskBeforeLeaving(isUnsaved: boolean): void {
  useBeforeUnload((event) => {
    if (isUnsaved) event.preventDefault();
  });
}
