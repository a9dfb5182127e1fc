import { COUNTRIES, countryName, LANGUAGES, languageName } from '../../../common/countries.ts';
import type { InstanceSettings } from '../../../common/schemas/instance.ts';
import { SearchSelect } from '../../components/controls/SearchSelect.tsx';
import { Card } from './Card.tsx';
import classes from './operator.module.css';
import { saveSettings } from './saveSettings.ts';

const countries = byName(COUNTRIES, countryName);
const languages = byName(LANGUAGES, languageName);

/** For which country and in which language TMDB is asked. */
export function TitlesCard({ settings: { region, language } }: { settings: InstanceSettings }) {
  return (
    <Card title="Country and language" about="They apply to everybody, and only while titles come from TMDB.">
      <div className={classes.form}>
        <div className={classes.field}>
          <SearchSelect
            label="Country"
            description="Decides where titles can be watched and which are popular."
            data={countries}
            value={region}
            onChange={(value) => void saveSettings({ region: value }, 'Country saved')}
          />
        </div>
        <div className={classes.field}>
          <SearchSelect
            label="Language of titles"
            description="Titles already in lists are updated too, 200 an hour."
            data={languages}
            value={language}
            onChange={(value) => void saveSettings({ language: value }, 'Language saved')}
          />
        </div>
      </div>
    </Card>
  );
}

function byName(codes: readonly string[], nameOf: (code: string) => string) {
  return codes.map((value) => ({ value, label: nameOf(value) })).sort((a, b) => a.label.localeCompare(b.label, 'en'));
}
