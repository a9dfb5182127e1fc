import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import './input.css';
import { Select } from '@mantine/core';

interface SearchSelectProps {
  label: string;
  description?: string;
  data: { value: string; label: string }[];
  value: string;
  isAutoFocused?: boolean;
  onChange: (value: string) => void;
}

/** A choice among many: what is typed narrows it. */
export function SearchSelect({ onChange, isAutoFocused = false, ...props }: SearchSelectProps) {
  return (
    <Select
      {...props}
      size="md"
      searchable
      autoFocus={isAutoFocused}
      allowDeselect={false}
      maxDropdownHeight={300}
      // Else the page scrolls, when an option is scrolled into view, and the bottom bar covers the field.
      comboboxProps={{ floatingStrategy: 'fixed' }}
      nothingFoundMessage="Nothing found"
      onChange={(value) => {
        if (value !== null && value !== props.value) onChange(value);
      }}
    />
  );
}
