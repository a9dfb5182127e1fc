import { useBeforeUnload } from 'react-router-dom';

/** While something typed is not saved, the browser asks before it closes or reloads the page. */
export function useAskBeforeLeaving(isUnsaved: boolean): void {
  useBeforeUnload((event) => {
    if (isUnsaved) event.preventDefault();
  });
}
