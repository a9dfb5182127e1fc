import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { createReplica } from '../../../../common/replica/replica.ts';
import type { Participant } from '../../../../common/schemas/poll.ts';
import { MemberColours, useMemberColour } from '../../../components/MemberColours.tsx';
import { memberColour } from '../../../lib/person.ts';
import { ana, ben, idOf, sampleFolder, sampleUser } from '../../../testing/samples.ts';
import { ListColours } from './ListColours.tsx';

const ids = Array.from({ length: 200 }, (_, n) => idOf(n + 10));
/** Users whose own colour is Ana's. */
const [cleo, guest] = ids.filter((id) => memberColour(id) === memberColour(ana.id)) as [string, string];

const participant = (id: string): Participant => ({ id, kind: 'guest', name: 'Gus', face: null, isReady: false });
const poll = { participants: [ana.id, guest].map(participant) };

function Colour({ of, onShown }: { of: string; onShown: (colour: string) => void }) {
  onShown(useMemberColour()(of));
  return null;
}

/** The colour of a user in the list, for a viewer who knows these members. */
function colourIn(memberIds: string[], viewerId: string, userId: string, votes?: typeof poll): string {
  const members = memberIds.map((id, n) => ({ ...sampleUser(n, 'M'), id }));
  const folder = sampleFolder({ userId: ben.id, memberIds, sharedWithUsers: members });
  let shown = '';
  render(
    <ListColours replica={createReplica(folder, viewerId)} poll={votes}>
      <Colour
        of={userId}
        onShown={(colour) => {
          shown = colour;
        }}
      />
    </ListColours>,
  );
  return shown;
}

test('a guest of a vote has the same colour on their own device and on those of members', () => {
  let own = '';
  render(
    <MemberColours memberIds={poll.participants.map(({ id }) => id)}>
      <Colour
        of={guest}
        onShown={(colour) => {
          own = colour;
        }}
      />
    </MemberColours>,
  );

  expect(colourIn([cleo, ana.id], ben.id, guest, poll)).toBe(own);
  expect(colourIn([ana.id, cleo], cleo, guest, poll)).toBe(own);
  expect(own).not.toBe(colourIn([], ben.id, ana.id, poll));
});

test('members have the same colours in whatever order a viewer learns of them', () => {
  const colours = [ana.id, cleo].map((id) => colourIn([ana.id, cleo], ana.id, id));

  expect([ana.id, cleo].map((id) => colourIn([cleo, ana.id], cleo, id))).toEqual(colours);
  expect(new Set(colours).size).toBe(2);
});
