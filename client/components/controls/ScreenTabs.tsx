import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ScreenTabs.module.css';

interface ScreenTabsProps<Value extends string> {
  tabs: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  label: string;
  /** Id of the panel that the tabs switch. */
  panelId?: string;
}

/** The tabs of a screen, underlined in amber. The tab that has the focus is the chosen one. */
export function ScreenTabs<Value extends string>({ tabs, value, onChange, label, panelId }: ScreenTabsProps<Value>) {
  return (
    <Tabs value={value} activateTabWithKeyboard={false} classNames={classes}>
      <Tabs.List aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            aria-controls={panelId}
            onClick={() => onChange(tab.value)}
            // Mantine's own way to choose by keyboard leaves out Home and End.
            onFocus={() => tab.value !== value && onChange(tab.value)}
          >
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
