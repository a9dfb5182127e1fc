import { CloseButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useRef } from 'react';
import classes from './SearchBox.module.css';

interface SearchBoxProps {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  /** For screen readers; the placeholder when absent. */
  label?: string;
  inputRef?: Ref<HTMLInputElement>;
  isCompact?: boolean;
  isAutoFocused?: boolean;
}

/** A search field with a clear button; Escape clears it too. */
export function SearchBox(props: SearchBoxProps) {
  const { value, onChange, placeholder, label = placeholder, inputRef, isCompact, isAutoFocused } = props;
  const box = useRef<HTMLDivElement>(null);

  const clear = () => {
    onChange('');
    box.current?.querySelector('input')?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || value === '') return;
    // In a dialog the first Escape clears the text; the second closes the dialog.
    event.stopPropagation();
    clear();
  };

  return (
    <div ref={box} className={classes.box} data-compact={isCompact || undefined}>
      <IconSearch className={classes.icon} size={18} stroke={1.75} />
      <input
        ref={inputRef}
        className={classes.input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        value={value}
        placeholder={placeholder}
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: only asked for by dialogs whose whole purpose is this field
        autoFocus={isAutoFocused}
        data-autofocus={isAutoFocused || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      {value !== '' && (
        <CloseButton
          className={classes.clear}
          size={32}
          radius="xl"
          iconSize={16}
          aria-label="Clear search"
          onClick={clear}
        />
      )}
    </div>
  );
}
