import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import classes from './SegmentedTabs.module.css';

interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
}

interface SegmentedTabsProps<Value extends string> {
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  label: string;
  /** Filters are small and round; the tabs of a screen are larger and underlined in amber. */
  look?: 'filter' | 'screen';
  /** Of the panel that the tabs rule over, so that screen readers join the two. */
  panelId?: string;
}

/** Tabs in a row: All / Movies / TV Shows. Arrow keys move between them. */
export function SegmentedTabs<Value extends string>(props: SegmentedTabsProps<Value>) {
  const { tabs, value, onChange, label, look = 'filter', panelId } = props;
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  const handleKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 };
    const target = moves[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const index = (target + tabs.length) % tabs.length;
    const next = tabs[index];
    if (!next) return;
    onChange(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={classes.tabs}
      data-look={look}
      onKeyDown={handleKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          id={`${id}-${tab.value}`}
          type="button"
          role="tab"
          className={classes.tab}
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
