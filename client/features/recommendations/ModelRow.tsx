import { useEffect, useState } from 'react';
import { Switch } from '../../components/controls/Switch.tsx';
import { useErrorToast } from '../../components/feedback/useErrorToast.ts';
import { useConfig } from '../titles/config.store.ts';
import classes from './ModelRow.module.css';
import { useRecommendations } from './recommendation.store.ts';

/** The consent for a language model to read the user's reviews. Hidden if the server has no model. */
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
    // If loading fails, consent is off, which is the server's default.
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
      <Switch
        aria-labelledby="use-model"
        checked={settings.useModel}
        disabled={isSaving}
        onChange={(event) => handleChange(event.currentTarget.checked)}
      />
    </section>
  );
}
