import { useEffect, useState } from 'react';
import { useErrorToast } from '../../components/useErrorToast.ts';
import { useConfig } from '../titles/config.store.ts';
import classes from './ModelRow.module.css';
import { useRecommendations } from './recommendation.store.ts';

/** Whether a language model may read one's reviews to rank recommendations; nothing where the server has none. */
export function ModelRow() {
  const hasModel = useConfig((state) => state.config?.hasModel ?? false);
  return hasModel ? <Choice /> : null;
}

function Choice() {
  const settings = useRecommendations((state) => state.settings);
  const loadSettings = useRecommendations((state) => state.loadSettings);
  const setUseModel = useRecommendations((state) => state.setUseModel);
  const [isSaving, setSaving] = useState(false);
  const errorToast = useErrorToast();

  useEffect(() => {
    // Where it cannot be read, nothing can be agreed to: off is what the server has until told otherwise.
    loadSettings().catch(() => undefined);
  }, [loadSettings]);

  if (!settings) return null;

  const handleChange = async (useModel: boolean) => {
    setSaving(true);
    errorToast.clear();
    try {
      await setUseModel(useModel);
    } catch (error) {
      errorToast.showError(error, 'Failed to save that');
    } finally {
      setSaving(false);
    }
  };

  return (
    <section className={classes.row} aria-label="Recommendations">
      <div>
        <h2 className={classes.label}>Recommendations</h2>
        <p id="use-model">Let a language model rank what is picked for you</p>
        <p className={classes.hint}>
          Titles you rated, your stars and what you wrote about them are sent to it. Your name and address are not.
        </p>
      </div>
      <input
        type="checkbox"
        role="switch"
        className={classes.toggle}
        aria-labelledby="use-model"
        aria-checked={settings.useModel}
        checked={settings.useModel}
        disabled={isSaving}
        onChange={(event) => handleChange(event.currentTarget.checked)}
      />
    </section>
  );
}
