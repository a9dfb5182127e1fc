import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
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
      <p className={classes.text}>
        <IconEye className={classes.icon} size={20} stroke={1.75} aria-hidden="true" />
        <span>
          <strong>Show the people of this list what you've seen?</strong>{' '}
          <span className={classes.detail}>
            Small dots under the posters. You can change it in the menu of the list.
          </span>
        </span>
      </p>
      <div className={classes.buttons}>
        <Button size="sm" disabled={isBusy} onClick={() => answer(true)}>
          Yes
        </Button>
        <Button size="sm" variant="default" disabled={isBusy} onClick={() => answer(false)}>
          Not now
        </Button>
      </div>
    </section>
  );
}
