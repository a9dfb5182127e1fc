import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { copyText } from '../../../components/toast/copyText.ts';
import classes from './Security.module.css';

interface ShownSecretProps {
  title: ReactNode;
  /** Of the field. */
  label: string;
  secret: string;
  /** The toast after copying. */
  copied: string;
  onClose: () => void;
}

/** A new secret, the only time that it is shown. */
export function ShownSecret({ title, label, secret, copied, onClose }: ShownSecretProps) {
  return (
    <div className={classes.note} role="status">
      <p className={classes.title}>{title}</p>
      <p className={classes.facts}>Copy it now: it is not shown again.</p>
      <div className={classes.below}>
        <TextInput
          className={classes.words}
          aria-label={label}
          size="md"
          readOnly
          autoFocus
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button onClick={() => copyText(secret, { title: copied })}>Copy</Button>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
