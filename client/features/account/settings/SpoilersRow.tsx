import { useQuery } from '@tanstack/react-query';
import { Choice, chosen } from '../../../components/controls/Choice.tsx';
import { useFormBusy } from '../../../components/feedback/useBusy.ts';
import { SettingsRow, SettingsValue } from './SettingsRow.tsx';
import { chooseSpoilers, spoilersQuery } from './spoilers.queries.ts';

const choices = [
  { value: 'hide', label: 'Hide what I haven’t seen' },
  { value: 'hide-names', label: 'Hide names too' },
  { value: 'show', label: 'Show everything' },
] as const;

/** What the viewer sees of episodes that they have not seen. It applies at once, in every open tab. */
export function SpoilersRow() {
  const { data } = useQuery(spoilersQuery);
  const { run } = useFormBusy();
  if (!data) return null;

  const choose = (value: string) => {
    const spoilers = chosen(choices, value);
    if (spoilers) run(() => chooseSpoilers(spoilers), 'Couldn’t save your choice. Try again.');
  };

  return (
    <SettingsRow label="Spoilers">
      <SettingsValue isMissing>Pictures and texts of episodes that you haven’t seen</SettingsValue>
      <Choice
        mt={10}
        maw={420}
        aria-label="Episodes that I haven’t seen"
        data={[...choices]}
        value={data.spoilers}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    </SettingsRow>
  );
}
