import { Button } from '@mantine/core';
import { useState } from 'react';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { toastError } from '../../components/toast/toast.ts';
import { settingsApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';
import classes from './NotificationsCard.module.css';

/** Sends the link that confirms the viewer's email address. */
export function ConfirmEmail() {
  const [isSent, setSent] = useState(false);
  const { isBusy, run } = useBusy(toastError);
  const send = () =>
    run(async () => {
      await call(settingsApi.sendEmailLink, {});
      setSent(true);
    }, 'Couldn’t send the mail. Try again later.');

  return (
    <div className={classes.form}>
      <p className={classes.hint} aria-live="polite">
        {isSent
          ? 'Sent. Open the link in the mail within a day, then come back here.'
          : 'To get a daily mail, confirm your email address first.'}
      </p>
      {!isSent && (
        <div className={classes.buttons}>
          <Button variant="default" loading={isBusy} onClick={send}>
            Confirm my address
          </Button>
        </div>
      )}
    </div>
  );
}
