/** One stretch of playing a title. */
interface Session {
  title: string;
  /** When it began, as an ISO text. */
  at: string | null;
  /** Where in the title it began and stopped, in seconds, if the service says so. */
  start?: number | undefined;
  end?: number | undefined;
}

/** People who go on watching often start a little earlier. */
const REWOUND_SECONDS = 300;
/** Without positions, a session that begins this soon after another one of the same title goes on with it. */
const BREAK_HOURS = 12;

/** The rows that begin a viewing: a session that goes on where an earlier one has stopped belongs to its viewing. */
export function startsOfViewings<T>(rows: readonly T[], sessionOf: (row: T) => Session): T[] {
  const previous = new Map<string, Session>();
  const continued = new Set<T>();
  const sessions = rows.map((row) => ({ row, session: sessionOf(row) }));
  sessions.sort((a, b) => ((a.session.at ?? '') < (b.session.at ?? '') ? -1 : 1));
  for (const { row, session } of sessions) {
    const before = previous.get(session.title);
    if (before && goesOn(session, before)) continued.add(row);
    previous.set(session.title, session);
  }
  return rows.filter((row) => !continued.has(row));
}

function goesOn({ at, start }: Session, before: Session): boolean {
  if (start !== undefined && before.end !== undefined) return start >= before.end - REWOUND_SECONDS;
  if (at === null || before.at === null) return false;
  return new Date(at).getTime() - new Date(before.at).getTime() < BREAK_HOURS * 3_600_000;
}
