import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderAt } from '../../testing/render.tsx';
import { Avatar, AvatarStack } from '../Avatar.tsx';
import { PosterRow } from '../posters/PosterRow.tsx';
import { RadioList } from './Radio.tsx';
import { ScreenTabs } from './ScreenTabs.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SegmentedFilter } from './SegmentedFilter.tsx';
import { Tooltip } from './Tooltip.tsx';

function Search() {
  const [text, setText] = useState('');
  return <SearchBox value={text} onChange={setText} placeholder="Search..." />;
}

describe('SearchBox', () => {
  test('offers to clear only while there is text, and keeps the focus', () => {
    renderAt(<Search />);
    const field = screen.getByRole('searchbox', { name: 'Search...' });
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();

    fireEvent.change(field, { target: { value: 'heat' } });
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));

    expect((field as HTMLInputElement).value).toBe('');
    expect(document.activeElement).toBe(field);
  });

  test('is cleared by Escape', () => {
    renderAt(<Search />);
    const field = screen.getByRole('searchbox');
    fireEvent.change(field, { target: { value: 'heat' } });

    fireEvent.keyDown(field, { key: 'Escape' });

    expect((field as HTMLInputElement).value).toBe('');
  });
});

const tabs = [
  { value: 'all', label: 'All' },
  { value: 'movies', label: 'Movies' },
  { value: 'tv', label: 'TV Shows' },
] as const;

function Tabs() {
  const [value, setValue] = useState<'all' | 'movies' | 'tv'>('all');
  return <ScreenTabs tabs={tabs} value={value} onChange={setValue} label="Show" />;
}

describe('ScreenTabs', () => {
  test('has one tab in the tab order; the arrows move along and around', () => {
    renderAt(<Tabs />);
    const selected = () => screen.getByRole('tab', { selected: true });

    fireEvent.keyDown(selected(), { key: 'ArrowRight' });
    expect(selected().textContent).toBe('Movies');
    expect(document.activeElement).toBe(selected());

    fireEvent.keyDown(selected(), { key: 'End' });
    fireEvent.keyDown(selected(), { key: 'ArrowRight' });
    expect(selected().textContent).toBe('All');
    expect(screen.getAllByRole('tab').filter((tab) => tab.tabIndex === 0)).toHaveLength(1);
  });
});

describe('SegmentedFilter', () => {
  function Filter() {
    const [value, setValue] = useState<'all' | 'movies' | 'tv'>('all');
    return <SegmentedFilter choices={tabs} value={value} onChange={setValue} label="Show" />;
  }

  test('is a named group of radio buttons that the arrows choose from', async () => {
    renderAt(<Filter />);
    expect(screen.getByRole('radiogroup', { name: 'Show' })).toBeTruthy();

    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');

    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Movies' }).checked).toBe(true);
  });
});

test('a list of choices is a named group of radio buttons', async () => {
  const choices = [{ value: 'all', label: 'Everything' } as const, { value: 'none', label: 'Nothing' } as const];
  function List() {
    const [value, setValue] = useState<'all' | 'none'>('all');
    return <RadioList choices={choices} value={value} onChange={setValue} aria-label="Notifications" />;
  }
  renderAt(<List />);
  const group = within(screen.getByRole('radiogroup', { name: 'Notifications' }));

  await userEvent.click(group.getByRole('radio', { name: 'Nothing' }));

  expect(group.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([false, true]);
});

describe('Avatar', () => {
  test('shows the first letter where there is no picture or it does not load', () => {
    const { container } = renderAt(<Avatar person={{ id: '1', firstName: 'Ana', profileImageUrl: '/api/x.webp' }} />);

    fireEvent.error(container.querySelector('img') as HTMLImageElement);

    expect(container.textContent).toContain('A');
  });

  test('a stack shows five faces and counts the rest', () => {
    const people = Array.from({ length: 7 }, (_, n) => ({ id: String(n), firstName: `P${n}` }));

    renderAt(<AvatarStack people={people} />);

    expect(screen.getAllByRole('img')).toHaveLength(5);
    expect(screen.getByText('+2')).toBeTruthy();
  });
});

describe('PosterRow', () => {
  const row = (count: number) => (
    <PosterRow
      items={Array.from({ length: count }, (_, n) => n)}
      getKey={String}
      renderPoster={(n) => <a href={`#${n}`}>{n}</a>}
      label="Friday"
      step={800}
    />
  );

  test('has arrows only from five cards on', () => {
    const { unmount } = renderAt(row(4));
    expect(screen.queryByRole('button')).toBeNull();
    unmount();

    renderAt(row(5));
    expect(screen.getByRole('button', { name: 'Scroll Friday right' })).toBeTruthy();
  });

  test('scrolls by its step', () => {
    const { container } = renderAt(row(30));
    const scrollBy = jest.fn();
    const scroller = container.querySelector('[role="list"]')?.parentElement as HTMLElement;
    scroller.scrollBy = scrollBy as never;

    fireEvent.click(screen.getByRole('button', { name: 'Scroll Friday right' }));

    expect(scrollBy).toHaveBeenCalledWith({ left: 800, behavior: 'smooth' });
  });
});

describe('Tooltip', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    renderAt(
      <Tooltip label="Share">
        <button type="button">S</button>
      </Tooltip>,
    );
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  // React hears pointerenter as pointerover.
  const enter = () => fireEvent(screen.getByText('S'), new MouseEvent('pointerover', { bubbles: true }));
  const leave = () => fireEvent(screen.getByText('S'), new MouseEvent('pointerout', { bubbles: true }));

  test('opens after 700 ms, and at once for 300 ms after it closed', () => {
    act(() => void jest.advanceTimersByTime(1000));
    enter();
    act(() => void jest.advanceTimersByTime(699));
    expect(screen.queryByRole('tooltip')).toBeNull();
    act(() => void jest.advanceTimersByTime(1));
    expect(screen.getByRole('tooltip').textContent).toBe('Share');

    leave();
    act(() => void jest.advanceTimersByTime(200));
    enter();
    act(() => void jest.advanceTimersByTime(0));
    expect(screen.queryByRole('tooltip')).not.toBeNull();
  });
});
