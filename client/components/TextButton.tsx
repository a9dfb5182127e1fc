import type { ComponentProps } from 'react';
import classes from './TextButton.module.css';

/** A button within a sentence. */
export function TextButton(
  props: Pick<ComponentProps<'button'>, 'disabled' | 'onClick' | 'children' | 'aria-expanded'>,
) {
  return <button type="button" className={classes.button} {...props} />;
}
