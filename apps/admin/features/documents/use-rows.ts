import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';

/** Of a row, in pixels, until it is measured. */
const usualHeight = 57;
/** What lies over the page at its edges: the bar at the top with the head of the list, and the bar of the selection. */
const edges = { scrollPaddingStart: 96, scrollPaddingEnd: 80 };

/** The rows of a long list that are in sight, with the active one, which may be elsewhere and has the focus. */
export function useRows(count: number, active: number) {
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useEffect(() => {
    const measure = () => {
      if (list.current) setScrollMargin(list.current.getBoundingClientRect().top + scrollY);
    };
    // What is above the list may grow and shrink; then the page does.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => usualHeight,
    overscan: 8,
    scrollMargin,
    rangeExtractor: (range) => withActive(range, active),
    ...edges,
  });
  return { list, virtualizer, scrollMargin };
}

function withActive(range: Range, active: number): number[] {
  const shown = defaultRangeExtractor(range);
  if (active >= range.count || shown.includes(active)) return shown;
  return active < shown[0]! ? [active, ...shown] : [...shown, active];
}
