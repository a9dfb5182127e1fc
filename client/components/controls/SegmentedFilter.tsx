import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SegmentedFilter.module.css';

interface SegmentedFilterProps<Value extends string> {
  choices: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  label: string;
}

/** A choice of a few values in one row: All / Movies / TV Shows. */
export function SegmentedFilter<Value extends string>({ choices, label, ...control }: SegmentedFilterProps<Value>) {
  return (
    <SegmentedControl
      {...control}
      data={[...choices]}
      aria-label={label}
      withItemsBorders={false}
      transitionDuration={120}
      classNames={{ root: `${classes.root} not-on-paper`, indicator: classes.indicator, label: classes.label }}
    />
  );
}
