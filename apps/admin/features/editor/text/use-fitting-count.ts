import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * Number of tools that fit into a toolbar in one row. If not all fit, the row also has a button that opens a menu with
 * the rest. All buttons are as wide as the first, and all separators as the first.
 */
export function useFittingCount(
  toolbar: RefObject<HTMLElement | null>,
  groupSizes: readonly number[],
): number {
  const total = groupSizes.reduce((sum, size) => sum + size, 0);
  const [count, setCount] = useState(total);
  useLayoutEffect(() => {
    const element = toolbar.current!;
    const measure = () => setCount(fittingCount(groupSizes, measuresOf(element)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [toolbar, groupSizes]);
  return count;
}

interface Measures {
  /** All in pixels; the last two include the gap that follows. */
  readonly width: number;
  readonly button: number;
  readonly separator: number;
}

export function fittingCount(
  groupSizes: readonly number[],
  { width, button, separator }: Measures,
): number {
  const ends: number[] = [];
  let end = 0;
  groupSizes.forEach((size, group) => {
    if (group > 0) end += separator;
    for (let tool = 0; tool < size; tool += 1) ends.push((end += button));
  });
  if (end <= width) return ends.length;
  const rest = width - separator - button;
  return ends.filter((one) => one <= rest).length;
}

function measuresOf(toolbar: HTMLElement): Measures {
  const style = getComputedStyle(toolbar);
  const pixels = (text: string) => Number.parseFloat(text) || 0;
  const gap = pixels(style.columnGap);
  const line = toolbar.querySelector<HTMLElement>('[role=separator]');
  const margins = line
    ? pixels(getComputedStyle(line).marginLeft) + pixels(getComputedStyle(line).marginRight)
    : 0;
  return {
    // The last tool has no gap behind it.
    width: toolbar.clientWidth - pixels(style.paddingLeft) - pixels(style.paddingRight) + gap,
    button: toolbar.querySelector('button')!.offsetWidth + gap,
    separator: (line ? line.offsetWidth + margins : 0) + gap,
  };
}
