import { Button } from '@mantine/core';
import {
  IconDots,
  IconFlame,
  IconHeart,
  IconLock,
  IconMoodHappy,
  IconMoodPlus,
  IconMoodSad,
  IconMoodSurprised,
  IconThumbUp,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reactionKinds } from '../../../common/constants.ts';
import { episodeText } from '../../../common/episodeText.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { Comment, ReactionKind, ReadableComment } from '../../../common/schemas/comment.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { IconAction } from '../../components/controls/IconAction.tsx';
import { Tooltip } from '../../components/controls/Tooltip.tsx';
import { lazyDialog } from '../../components/dialogs/lazyDialog.tsx';
import { useFocusInside } from '../../components/focus/useKeptFocus.ts';
import { MenuButton } from '../../components/menu/MenuButton.tsx';
import { offerUndo, toastError } from '../../components/toast/toast.ts';
import { momentText } from '../../lib/dates.ts';
import { displayName } from '../../lib/person.ts';
import { momentOf } from '../folders/activity/activityWords.ts';
import { mayIn } from '../folders/state/useFolder.ts';
import { inWords } from '../folders/state/wording.ts';
import { CommentEditor, type Show } from './CommentComposer.tsx';
import { deleteComment, restoreComment, setReaction, shownCommentQuery } from './comment.queries.ts';
import classes from './comments.module.css';

interface CommentCardProps {
  comment: Comment;
  replica: Replica;
  /** Null for a film. */
  show: Show | null;
  onReport: (comment: ReadableComment) => void;
}

/** One comment, or in its place that it waits for the viewer. */
export function CommentCard({ comment, replica, show, onReport }: CommentCardProps) {
  const [isAskedFor, setAskedFor] = useState(false);
  const asked = useQuery({ ...shownCommentQuery(comment.id), enabled: isAskedFor && comment.hidden });
  const shown = comment.hidden && isAskedFor ? (asked.data ?? comment) : comment;
  return (
    <li className={classes.comment}>
      <Avatar person={shown.author} size={32} />
      {shown.hidden ? (
        <Hidden
          comment={shown}
          isLoading={isAskedFor && asked.isFetching}
          hasFailed={isAskedFor && asked.isError}
          onShow={() => (isAskedFor ? asked.refetch() : setAskedFor(true))}
        />
      ) : (
        <Shown comment={shown} {...{ replica, show, onReport }} />
      )}
    </li>
  );
}

interface HiddenProps {
  comment: Extract<Comment, { hidden: true }>;
  isLoading: boolean;
  hasFailed: boolean;
  onShow: () => void;
}

function Hidden({ comment: { author, about }, isLoading, hasFailed, onShow }: HiddenProps) {
  return (
    <div className={classes.words}>
      <bdi className={classes.author}>{displayName(author)}</bdi>
      <p className={classes.waiting}>
        <IconLock size={16} stroke={1.75} aria-hidden="true" />
        <span>{about ? `A comment about ${episodeText(about)} waits for you` : 'A comment with spoilers'}</span>
        {!about && (
          <Button variant="default" size="compact-sm" loading={isLoading} onClick={onShow}>
            Show
          </Button>
        )}
      </p>
      {hasFailed && <p className={classes.quiet}>Couldn’t load the comment. Try again.</p>}
    </div>
  );
}

interface ShownProps extends Omit<CommentCardProps, 'comment'> {
  comment: ReadableComment;
}

function Shown({ comment, replica, show, onReport }: ShownProps) {
  const [isEditing, setEditing] = useState(false);
  const steps = useFocusInside<HTMLDivElement>();
  const { author, about, text, spoiler, createdAt, editedAt } = comment;
  return (
    <div className={classes.words} {...steps}>
      <div className={classes.head}>
        <bdi className={classes.author}>{displayName(author)}</bdi>
        {about && <span className={classes.tag}>{episodeText(about)}</span>}
        {spoiler && <span className={classes.tag}>Spoilers</span>}
        <time className={classes.time} dateTime={createdAt} title={momentText(createdAt)}>
          {momentOf(createdAt, new Date())}
          {editedAt && ', edited'}
        </time>
        <CommentActions {...{ comment, replica, onReport }} onEdit={() => setEditing(true)} />
      </div>
      {isEditing ? (
        <CommentEditor comment={comment} show={show} onDone={() => setEditing(false)} />
      ) : (
        <p className={classes.text} dir="auto">
          {text}
        </p>
      )}
      <ReactionBar comment={comment} />
    </div>
  );
}

interface ActionsProps extends Omit<ShownProps, 'show'> {
  onEdit: () => void;
}

const CommentMenu = lazyDialog(() => import('./CommentMenu.tsx'), 'CommentMenu');

function CommentActions({ comment, replica, onReport, onEdit }: ActionsProps) {
  const isOwn = comment.author.id === replica.viewerId;
  const actions = {
    onEdit: isOwn && mayIn(replica, 'comment:write') ? onEdit : undefined,
    onDelete: isOwn || mayIn(replica, 'comment:moderate') ? () => removeComment(comment) : undefined,
    onReport: isOwn ? undefined : () => onReport(comment),
  };
  return (
    <MenuButton renderMenu={(props) => <CommentMenu {...props} {...actions} />}>
      <button
        type="button"
        className={classes.menu}
        aria-label={`Actions for the comment by ${displayName(comment.author)}`}
      >
        <IconDots size={18} stroke={1.75} />
      </button>
    </MenuButton>
  );
}

/** Deletes a comment, with a toast that can undo it. */
async function removeComment({ id }: ReadableComment): Promise<void> {
  try {
    await deleteComment(id);
    offerUndo({ title: 'Comment deleted' }, () => restoreComment(id));
  } catch (error) {
    toastError(error, 'Couldn’t delete the comment. Try again.');
  }
}

const reactions: Record<ReactionKind, { Icon: typeof IconHeart; name: string }> = {
  like: { Icon: IconThumbUp, name: 'Like' },
  love: { Icon: IconHeart, name: 'Love' },
  laugh: { Icon: IconMoodHappy, name: 'Laugh' },
  wow: { Icon: IconMoodSurprised, name: 'Wow' },
  sad: { Icon: IconMoodSad, name: 'Sad' },
  fire: { Icon: IconFlame, name: 'Fire' },
};

function ReactionBar({ comment }: { comment: ReadableComment }) {
  const [isChoosing, setChoosing] = useState(false);
  const known = new Map(comment.reactions.map((reaction) => [reaction.kind, reaction]));
  const kinds = reactionKinds.filter((kind) => isChoosing || known.has(kind));
  const press = async (kind: ReactionKind) => {
    setChoosing(false);
    try {
      await setReaction(comment.id, kind, !known.get(kind)?.isOwn);
    } catch (error) {
      toastError(error, 'Couldn’t save your reaction. Try again.');
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons needs no fieldset
    <div className={classes.reactions} role="group" aria-label="Reactions">
      {kinds.map((kind) => {
        const { Icon, name } = reactions[kind];
        const { count, isOwn, people } = known.get(kind) ?? { count: 0, isOwn: false, people: [] };
        const others = count - people.length;
        const names = [...people.map(displayName), ...(others > 0 ? [`${others} more`] : [])];
        const label = names.length > 0 ? `${name}: ${inWords(names, 'and')}` : name;
        return (
          <Tooltip key={kind} label={label}>
            <button
              type="button"
              className={classes.reaction}
              aria-pressed={isOwn}
              aria-label={label}
              data-count={count || undefined}
              onClick={() => press(kind)}
            >
              <Icon size={18} stroke={1.75} aria-hidden="true" />
            </button>
          </Tooltip>
        );
      })}
      <IconAction label={isChoosing ? 'Close reactions' : 'React'} size={32} onPress={() => setChoosing(!isChoosing)}>
        <IconMoodPlus size={18} stroke={1.75} />
      </IconAction>
    </div>
  );
}
