import type { LivePoint } from '../../../reports/live/live-view.ts';

/** The points of a run's charts, evenly thinned out the longer it is: whoever looks on late sees all of it. */
type History = {
  /** True where the point is one of those that are kept just now. */
  readonly add: (point: LivePoint) => boolean;
  readonly points: () => readonly LivePoint[];
};

const mostPoints = 600;

export function livePointHistory(): History {
  let points: LivePoint[] = [];
  let [every, seen] = [1, 0];
  return {
    add: (point) => {
      const isKept = seen % every === 0;
      seen += 1;
      if (!isKept) return false;
      points.push(point);
      if (points.length < mostPoints) return true;
      points = points.filter((_, place) => place % 2 === 0);
      every *= 2;
      return true;
    },
    points: () => points,
  };
}
