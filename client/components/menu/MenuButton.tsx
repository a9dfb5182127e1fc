import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react';

/** What an open menu gets: to be passed on to its `DropdownMenu`. */
export interface MenuProps {
  button: ReactElement<ComponentProps<'button'>>;
  /** The button in the page, where the focus returns to. */
  target: RefObject<HTMLButtonElement | null>;
}

interface MenuButtonProps {
  /** A `lazyDialog` that shows the button and its menu with `DropdownMenu`. */
  renderMenu: (props: MenuProps & { placeholder: ReactNode; onClose: () => void }) => ReactNode;
  /** The button. */
  children: MenuProps['button'];
}

/** A button whose menu opens on a press or the down arrow. Mantine's Menu is loaded with the first use. */
export function MenuButton({ renderMenu, children: button }: MenuButtonProps) {
  const [isUsed, setUsed] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const closed = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setUsed(true),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setUsed(true);
    },
  });
  return isUsed ? renderMenu({ button, target, placeholder: closed, onClose: () => setUsed(false) }) : closed;
}

/**
 * What a menu's entry does that opens a dialog. When the dialog closes, it returns the focus to what had it before. The
 * entry is gone by then, so the menu's button gets the focus first.
 */
export function opensDialog(target: MenuProps['target'], open: () => void): () => void {
  return () => {
    target.current?.focus();
    open();
  };
}
