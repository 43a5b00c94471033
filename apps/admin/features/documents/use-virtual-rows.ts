import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';

/** In pixels, until the row is measured. */
const estimatedRowHeight = 57;
/** Space covered by sticky elements: the top bar with the list head, and the selection bar. */
const scrollPadding = { scrollPaddingStart: 96, scrollPaddingEnd: 80 };

/** Includes the active row, which keeps the focus even outside the view. */
export function useVirtualRows(count: number, active: number) {
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useEffect(() => {
    const measure = () => {
      if (list.current) setScrollMargin(list.current.getBoundingClientRect().top + scrollY);
    };
    // Content above the list may grow or shrink, which changes the height of the page.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimatedRowHeight,
    overscan: 8,
    scrollMargin,
    rangeExtractor: (range) => withActive(range, active),
    ...scrollPadding,
  });
  return { list, virtualizer, scrollMargin };
}

function withActive(range: Range, active: number): number[] {
  const shown = defaultRangeExtractor(range);
  if (active >= range.count || shown.includes(active)) return shown;
  return active < shown[0]! ? [active, ...shown] : [...shown, active];
}
