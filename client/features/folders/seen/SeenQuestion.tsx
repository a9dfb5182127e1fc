import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FamilyKey } from '../../../../common/families.ts';
import classes from './SeenQuestion.module.css';
import { setSeenConsent } from './setSeenConsent.ts';

export interface SeenQuestionProps {
  folderId: string;
  family: FamilyKey;
}

/** Asks once for each shared list whether its members may see what the viewer has seen. */
export function SeenQuestion({ folderId, family }: SeenQuestionProps): ReactNode {
  const [isBusy, setBusy] = useState(false);

  const answer = async (shows: boolean) => {
    setBusy(true);
    await setSeenConsent(folderId, shows, family);
    setBusy(false);
  };

  return (
    <section className={classes.question} aria-label="What you've seen">
      <p className={classes.text}>Show members what you've seen?</p>
      <Button variant="subtle" color="gray" className={classes.button} disabled={isBusy} onClick={() => answer(true)}>
        Yes
      </Button>
      <Button variant="subtle" color="gray" className={classes.button} disabled={isBusy} onClick={() => answer(false)}>
        Not now
      </Button>
    </section>
  );
}
