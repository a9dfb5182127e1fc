import { useQuery } from '@tanstack/react-query';
import type { NoticeSettings, NoticeSettingsBody, NoticeTopic } from '../../../common/schemas/notice.ts';
import { SettingRow } from '../../components/controls/SettingRow.tsx';
import { Switch } from '../../components/controls/Switch.tsx';
import { TextInput } from '../../components/controls/TextInput.tsx';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { useFormBusy } from '../../components/feedback/useBusy.ts';
import { Channels } from './Channels.tsx';
import classes from './NotificationsCard.module.css';
import { changeNoticeSettings, noticeSettingsQuery } from './notice.queries.ts';

const topicTexts: Record<NoticeTopic, string> = {
  invitations: 'Invitations',
  answers: 'Answers to my invitations, and who joins',
  rights: 'What I can do in a list',
  titles: 'New titles in shared lists',
  votes: 'A vote starts',
  comments: 'Comments in my lists',
  plays: 'Someone watched something with me, or wants to',
  episodes: 'A new episode of a show I follow',
  webhooks: 'A webhook of mine was turned off',
};
const topics = Object.keys(topicTexts) as NoticeTopic[];

const usualQuiet = { from: '22:00', to: '08:00' };

/** What is sent to the viewer's devices, when, and where to. Each choice applies at once. */
export function NotificationsCard() {
  const query = useQuery(noticeSettingsQuery);
  const settings = query.data;
  const { run } = useFormBusy();
  if (!settings)
    return (
      query.isError && (
        <LoadFailed title="Couldn’t load your notification settings" error={query.error} onRetry={query.refetch} />
      )
    );

  const change = (changes: NoticeSettingsBody) =>
    run(() => changeNoticeSettings(changes), 'Couldn’t save your notification settings. Try again.');

  return (
    <section className={classes.card} id="notifications" aria-label="Notifications">
      <h2 className={classes.heading}>Notifications</h2>
      <p className={classes.intro}>
        In Marquee you find all of them under the bell. Here you choose what is also sent to your devices.
      </p>
      <Channels />
      {topics.map((topic) => (
        <SettingRow key={topic} label={topicTexts[topic]}>
          {(names) => (
            <Switch
              {...names}
              checked={settings.topics.includes(topic)}
              onChange={({ currentTarget: { checked } }) =>
                change({ topics: topics.filter((one) => (one === topic ? checked : settings.topics.includes(one))) })
              }
            />
          )}
        </SettingRow>
      ))}
      <SettingRow label="Hide titles" hint="Messages to your devices then name no titles or lists.">
        {(names) => (
          <Switch
            {...names}
            checked={settings.hideTitles}
            onChange={({ currentTarget }) => change({ hideTitles: currentTarget.checked })}
          />
        )}
      </SettingRow>
      <QuietHours settings={settings} onChange={change} />
    </section>
  );
}

interface QuietHoursProps {
  settings: NoticeSettings;
  onChange: (changes: NoticeSettingsBody) => void;
}

function QuietHours({ settings: { quietHours }, onChange }: QuietHoursProps) {
  const change = (hours: Partial<typeof usualQuiet>) => {
    const next = { ...(quietHours ?? usualQuiet), ...hours };
    // A field that is being edited can be empty.
    if (next.from && next.to) onChange({ quietHours: next });
  };
  return (
    <>
      <SettingRow label="Quiet hours" hint="Nothing is sent during these hours. You get it afterwards.">
        {(names) => (
          <Switch
            {...names}
            checked={quietHours !== null}
            onChange={({ currentTarget }) => onChange({ quietHours: currentTarget.checked ? usualQuiet : null })}
          />
        )}
      </SettingRow>
      {quietHours && (
        <div className={classes.hours}>
          <TextInput
            type="time"
            label="From"
            value={quietHours.from}
            onChange={({ currentTarget }) => change({ from: currentTarget.value })}
          />
          <TextInput
            type="time"
            label="To"
            value={quietHours.to}
            onChange={({ currentTarget }) => change({ to: currentTarget.value })}
          />
        </div>
      )}
    </>
  );
}
