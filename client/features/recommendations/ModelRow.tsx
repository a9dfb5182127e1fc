import { useQuery } from '@tanstack/react-query';
import { Switch } from '../../components/controls/Switch.tsx';
import { useFormBusy } from '../../components/feedback/useBusy.ts';
import { useConfig } from '../titles/config.store.ts';
import classes from './ModelRow.module.css';
import { recommendationSettingsQuery, setUseModel } from './recommendation.queries.ts';

/** The consent for a language model to read the user's reviews. Hidden if the server has no model. */
export function ModelRow() {
  const hasModel = useConfig((state) => state.config?.hasModel ?? false);
  return hasModel ? <Choice /> : null;
}

function Choice() {
  // If loading fails, consent is off, which is the server's default.
  const { data: settings } = useQuery(recommendationSettingsQuery);
  const { isBusy, run } = useFormBusy();

  if (!settings) return null;

  const handleChange = (useModel: boolean) => run(() => setUseModel(useModel), 'Couldn’t save your choice. Try again.');

  return (
    <section className={classes.row} aria-label="Recommendations">
      <div>
        <h2 className={classes.label}>Recommendations</h2>
        <p id="use-model">Let a language model rank your recommendations</p>
        <p className={classes.hint}>
          Titles you rated, your stars and what you wrote about them are sent to it. Your name and address are not.
        </p>
      </div>
      <Switch
        aria-labelledby="use-model"
        checked={settings.useModel}
        disabled={isBusy}
        onChange={(event) => handleChange(event.currentTarget.checked)}
      />
    </section>
  );
}
