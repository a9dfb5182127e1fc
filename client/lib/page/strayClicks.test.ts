import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { swallowStrayClicks } from './strayClicks.ts';

let stop: () => void;
let heard: string[];

/** A list that removes a row on click and renders again. */
function draw(...names: string[]): void {
  const rows = names.map((name) => {
    const button = document.createElement('button');
    button.name = name;
    button.append(document.createElement('i'));
    button.onclick = () => {
      heard.push(name);
      button.remove();
    };
    return button;
  });
  document.body.replaceChildren(...rows);
}

/** Clicks the position of the first row: the `count`th click in a row, at `at` milliseconds. */
function press(count: number, at: number): void {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail: count });
  Object.defineProperty(event, 'timeStamp', { value: at });
  document.querySelector('i')?.dispatchEvent(event);
}

beforeEach(() => {
  heard = [];
  stop = swallowStrayClicks(document);
});

afterEach(() => stop());

describe('a double click', () => {
  test('removes one row, not the one that takes its place', () => {
    draw('first', 'second');

    press(1, 0);
    press(2, 200);

    expect(heard).toEqual(['first']);
  });

  test('removes one row where a third click follows', () => {
    draw('first', 'second');

    press(1, 0);
    press(2, 120);
    press(3, 240);

    expect(heard).toEqual(['first']);
  });

  test('follows a link once', () => {
    const link = document.createElement('a');
    link.href = '#there';
    link.onclick = () => heard.push('followed');
    link.append(document.createElement('i'));
    document.body.replaceChildren(link);

    press(1, 0);
    press(2, 100);

    expect(heard).toEqual(['followed']);
  });

  test('counts as two clicks on a control that stays, even if its icon changes', () => {
    const button = document.createElement('button');
    button.onclick = () => {
      heard.push('toggle');
      button.replaceChildren(document.createElement('i'));
    };
    button.append(document.createElement('i'));
    document.body.replaceChildren(button);

    press(1, 0);
    press(2, 100);

    expect(heard).toEqual(['toggle', 'toggle']);
  });
});

describe('single clicks', () => {
  test('remove row after row at the same place, whatever click count the system reports', () => {
    draw('first', 'second', 'third');

    press(1, 0);
    press(2, 450);
    press(3, 900);

    expect(heard).toEqual(['first', 'second', 'third']);
  });

  test('remove row after row immediately at different places or from the keyboard', () => {
    draw('first', 'second', 'third');

    press(1, 0);
    press(1, 20);
    press(0, 40);

    expect(heard).toEqual(['first', 'second', 'third']);
  });
});
