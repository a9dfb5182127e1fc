import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { limits } from '../../../common/constants.ts';
import { type EpisodeNumber, episodeKey } from '../../../common/progress.ts';
import type { ReadableComment } from '../../../common/schemas/comment.ts';
import type { SeasonSummary } from '../../../common/schemas/title.ts';
import { Choice } from '../../components/controls/Choice.tsx';
import { Switch } from '../../components/controls/Switch.tsx';
import { Textarea } from '../../components/controls/Textarea.tsx';
import { useFormBusy } from '../../components/feedback/useBusy.ts';
import { useKeptFocus } from '../../components/focus/useKeptFocus.ts';
import { offerUndo } from '../../components/toast/toast.ts';
import { useAskBeforeLeaving, useDraft } from '../../lib/drafts.ts';
import { seasonQuery } from '../plays/episodes/airing.ts';
import { seasonName } from '../plays/episodes/episodeWords.ts';
import { addComment, type CommentPlace, updateComment } from './comment.queries.ts';
import classes from './comments.module.css';

interface ComposerProps {
  place: CommentPlace;
  /** Null for a film. */
  show: Show | null;
}

/** What a comment on a show can be about. */
export interface Show {
  tmdbId: number;
  seasons: readonly SeasonSummary[];
}

/** Writes a comment. The field is one line until it is used. */
export function CommentComposer({ place, show }: ComposerProps) {
  const key = `comment ${place.folderId} ${place.itemId}`;
  const draft = useDraft(key, '');
  const aboutDraft = useDraft(`${key} about`, '');
  const spoilerDraft = useDraft(`${key} spoiler`, '');
  const [isUnfolded, setUnfolded] = useState(draft.isChanged);
  const { isBusy, run } = useFormBusy();
  const about = episodeOf(aboutDraft.text);
  const form = useRef<HTMLFormElement>(null);
  const kept = useKeptFocus(() => form.current?.closest<HTMLElement>('section'));

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    run(async () => {
      await addComment(place, { text: draft.text, about, spoiler: !about && spoilerDraft.text !== '' });
      for (const one of [draft, aboutDraft, spoilerDraft]) one.drop();
      setUnfolded(false);
    }, 'Couldn’t post your comment. Try again.');
  };

  return (
    <form ref={form} className={classes.composer} aria-label="Write a comment" onSubmit={handleSubmit} {...kept}>
      <TextField draft={draft} isUnfolded={isUnfolded} onFocus={() => setUnfolded(true)} />
      {isUnfolded && (
        <Foot text={draft.text} label="Post" isBusy={isBusy}>
          <Marks {...{ show, aboutDraft, spoilerDraft }} />
        </Foot>
      )}
    </form>
  );
}

interface MarksProps extends Pick<ComposerProps, 'show'> {
  /** '2-4', or empty for the whole title. */
  aboutDraft: Draft;
  /** Not empty: it contains spoilers. */
  spoilerDraft: Draft;
}

/** What a comment is about, and whether it contains spoilers. */
function Marks({ show, aboutDraft, spoilerDraft }: MarksProps) {
  const isAboutEpisode = episodeOf(aboutDraft.text) !== null;
  return (
    <>
      {show && <AboutFields value={aboutDraft.text} show={show} onChange={aboutDraft.change} />}
      {isAboutEpisode ? (
        <p className={classes.quiet}>Hidden from people who haven’t watched this far.</p>
      ) : (
        <Switch
          className={classes.spoilers}
          label="Contains spoilers"
          checked={spoilerDraft.text !== ''}
          onChange={(event) => spoilerDraft.change(event.currentTarget.checked ? 'yes' : '')}
        />
      )}
    </>
  );
}

interface EditorProps extends Pick<ComposerProps, 'show'> {
  comment: ReadableComment;
  onDone: () => void;
}

/** Edits the viewer's own comment. */
export function CommentEditor({ comment, show, onDone }: EditorProps) {
  const key = `comment ${comment.id}`;
  const draft = useDraft(key, comment.text);
  const aboutDraft = useDraft(`${key} about`, comment.about ? episodeKey(comment.about) : '');
  const spoilerDraft = useDraft(`${key} spoiler`, comment.spoiler ? 'yes' : '');
  const { isBusy, finish } = useFormBusy();
  const leave = () => {
    for (const one of [draft, aboutDraft, spoilerDraft]) one.drop();
    onDone();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    finish(async () => {
      const about = episodeOf(aboutDraft.text);
      await updateComment(comment.id, { text: draft.text, about, spoiler: !about && spoilerDraft.text !== '' });
      leave();
      const { text, about: oldAbout, spoiler } = comment;
      offerUndo({ title: 'Comment saved' }, () => updateComment(comment.id, { text, about: oldAbout, spoiler }));
    }, 'Couldn’t save the comment. Try again.');
  };
  return (
    <form className={classes.composer} aria-label="Edit your comment" onSubmit={handleSubmit}>
      <TextField draft={draft} isUnfolded isAutoFocused />
      <Foot text={draft.text} label="Save" isBusy={isBusy} onCancel={leave}>
        <Marks {...{ show, aboutDraft, spoilerDraft }} />
      </Foot>
    </form>
  );
}

type Draft = ReturnType<typeof useDraft>;

interface TextFieldProps {
  draft: Draft;
  isUnfolded: boolean;
  isAutoFocused?: boolean;
  onFocus?: () => void;
}

function TextField({ draft, isUnfolded, isAutoFocused = false, onFocus }: TextFieldProps) {
  useAskBeforeLeaving(draft.isChanged);
  return (
    <Textarea
      dir="auto"
      aria-label="Comment"
      placeholder="Write a comment…"
      rows={isUnfolded ? 3 : 1}
      maxLength={limits.comment.max}
      autoFocus={isAutoFocused}
      value={draft.text}
      classNames={{ input: classes.field }}
      onFocus={onFocus}
      onChange={(event) => draft.change(event.currentTarget.value)}
    />
  );
}

interface FootProps {
  text: string;
  label: string;
  isBusy: boolean;
  onCancel?: () => void;
  /** What is said about the comment. */
  children?: ReactNode;
}

/** From how many characters on it says how many are left. */
const NEARLY_FULL = limits.comment.max - 100;

function Foot({ text, label, isBusy, onCancel, children }: FootProps) {
  return (
    <div className={classes.foot}>
      {children}
      <div className={classes.buttons}>
        {text.length >= NEARLY_FULL && (
          <span className={classes.quiet}>{limits.comment.max - text.length} characters left</span>
        )}
        {onCancel && (
          <Button variant="default" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="sm" loading={isBusy} disabled={text.trim() === ''}>
          {label}
        </Button>
      </div>
    </div>
  );
}

/** '2-4' as an episode. */
function episodeOf(value: string): EpisodeNumber | null {
  const [season, episode] = value.split('-').map(Number);
  return season === undefined || episode === undefined ? null : { season, episode };
}

interface AboutFieldsProps {
  /** '2-4', or empty for the whole show. */
  value: string;
  show: Show;
  onChange: (value: string) => void;
}

/** What a comment on a show is about: all of it, or an episode. */
function AboutFields({ value, show, onChange }: AboutFieldsProps) {
  const about = episodeOf(value);
  const season = show.seasons.find(({ season_number }) => season_number === about?.season);
  const inOrder = [...show.seasons].sort((one, other) => placeOf(one) - placeOf(other));
  return (
    <div className={classes.about}>
      <Choice
        label="About"
        value={about ? String(about.season) : ''}
        data={[
          { value: '', label: 'The whole show' },
          ...inOrder.map(({ season_number }) => ({ value: String(season_number), label: seasonName(season_number) })),
        ]}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? '' : `${currentTarget.value}-1`)}
      />
      {about && season && <EpisodeField about={about} showId={show.tmdbId} season={season} onChange={onChange} />}
    </div>
  );
}

/** Specials come last. */
const placeOf = ({ season_number }: SeasonSummary) => (season_number === 0 ? Number.POSITIVE_INFINITY : season_number);

interface EpisodeFieldProps extends Pick<AboutFieldsProps, 'onChange'> {
  about: EpisodeNumber;
  showId: number;
  season: SeasonSummary;
}

/** Without names, which may tell too much. The numbers of a season can have gaps. */
function EpisodeField({ about, showId, season, onChange }: EpisodeFieldProps) {
  const { data } = useQuery(seasonQuery(showId, season.season_number));
  const counted = Array.from({ length: season.episode_count }, (_, index) => index + 1);
  const numbers = data?.episodes.map(({ episode_number }) => episode_number) ?? counted;
  return (
    <Choice
      label="Episode"
      value={String(about.episode)}
      data={numbers.map((number) => ({ value: String(number), label: `Episode ${number}` }))}
      onChange={({ currentTarget }) => onChange(`${about.season}-${currentTarget.value}`)}
    />
  );
}
