import { Button } from '@mantine/core';
import { IconPlus, IconStarFilled } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import { backdropSources, dominantColour } from '../../../lib/images.ts';
import { dialogState, titleParam, useOpenDialog, useTitleLink } from '../../../lib/page/dialogUrl.ts';
import { ratingOf } from '../titleFacts.ts';
import classes from './Spotlight.module.css';

/** The first popular title, shown large; an empty area of the same size while loading. */
export function Spotlight({ title }: { title: TitleFacts | undefined }) {
  const linkTo = useTitleLink();
  const openDialog = useOpenDialog();
  if (!title) return <div className={classes.stage} aria-hidden />;

  const picture = backdropSources(title.backdropPath);
  const rating = ratingOf(title);
  return (
    <section
      className={classes.stage}
      aria-label={`Number one right now: ${title.title}`}
      style={{ backgroundColor: dominantColour(title.backdropPath) }}
    >
      {picture && <img className={classes.backdrop} {...picture} alt="" decoding="async" fetchPriority="high" />}
      <div className={classes.words}>
        <p className={classes.place}>Number one right now</p>
        <h2 className={classes.title}>
          <Link to={linkTo(title)} state={dialogState} preventScrollReset>
            <bdi>{title.title}</bdi>
          </Link>
        </h2>
        <p className={classes.facts}>
          {title.releaseDate?.slice(0, 4) ?? 'Unknown'}
          {rating !== null && (
            <span className={classes.rating}>
              <IconStarFilled size={13} />
              {rating.toFixed(1)}
            </span>
          )}
        </p>
        {title.overview && <p className={classes.overview}>{title.overview}</p>}
        <div className={classes.actions}>
          <Button
            leftSection={<IconPlus size={18} stroke={2} />}
            onClick={() => openDialog({ add: titleParam(title) })}
          >
            Add to a list
          </Button>
        </div>
      </div>
    </section>
  );
}
