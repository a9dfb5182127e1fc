import type { Outcome } from './rule.ts';

const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

const inWords = (count: number) => WORDS[count] ?? String(count);

/** What happened, in one or two sentences that are true of the votes. */
export function sentenceOf(outcome: Outcome): string {
  return [verdict(outcome), addition(outcome)].filter(Boolean).join(' ');
}

function verdict({ winner, ranking, voters }: Outcome): string {
  if (voters === 0) return 'Nobody voted, so the coin decided.';
  if (voters === 1) return 'Only one person voted, so the title was drawn by chance.';
  const yeses = yesesOf(winner.yeses, voters);
  if (winner.vetoes > 0) return 'Every title had a veto, and none had fewer than this one.';
  if (winner.noes > 0) {
    const flaw = ranking.some(({ vetoes }) => vetoes > 0) ? 'a no or a veto' : 'a no';
    return `Every title had ${flaw}, and ${yeses} to this one.`;
  }
  if (winner.yeses === voters) return voters === 2 ? 'Both said yes.' : 'Everybody said yes.';
  return `Nobody said no, and ${yeses}.`;
}

function yesesOf(yeses: number, voters: number): string {
  if (yeses === 0) return 'nobody said yes';
  return `${inWords(yeses)} of ${inWords(voters)} said yes`;
}

function addition({ voters, equals, isByWeight }: Outcome): string {
  if (voters < 2) return '';
  if (isByWeight) return 'Another title had more points, but earlier evenings suited some of you less.';
  if (equals === 0) return '';
  return equals === 1
    ? 'Another title was equal, so the coin decided.'
    : `${capital(inWords(equals))} other titles were equal, so the coin decided.`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
