import type { FamilyKey } from '../../../common/families.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { GroupRecommendation } from '../../../common/schemas/recommendation.ts';
import { PickRow } from './PickRow.tsx';
import { isForOne, useFitting } from './useFitting.ts';
import { LINES_SHOWN, WhyForEach } from './WhyForEach.tsx';

const LINE = 36;
/** A little wider than other rows, for a line per person below. */
const WIDTHS = [172, 172] as const;

interface FitsEveryoneRowProps {
  replica: Replica;
  family: FamilyKey;
}

/** Titles that suit everyone who shares a list, with a line for each person. Hidden on lists that are not shared. */
export function FitsEveryoneRow({ replica, family }: FitsEveryoneRowProps) {
  return isForOne(replica) ? null : <Row folder={replica.folder} family={family} />;
}

function Row({ folder, family }: { folder: Replica['folder']; family: FamilyKey }) {
  const { status, shown, reload } = useFitting(family, folder);
  const members = folder.memberCount + 1;
  const captionHeight = LINE * Math.min(members, LINES_SHOWN) + 8 + (members > LINES_SHOWN ? 20 : 0);

  if (shown?.length === 0) return null;
  return (
    <PickRow
      label="Good for everyone here"
      status={status}
      caption={caption}
      captionHeight={captionHeight}
      onRetry={reload}
      picks={shown}
      widths={WIDTHS}
    />
  );
}

const caption = (pick: GroupRecommendation) => <WhyForEach reasons={pick.reasons} />;
