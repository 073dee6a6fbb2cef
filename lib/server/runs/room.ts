/** Places for runs of a user that are promised before the runs are there, so that nobody else takes them meanwhile. */
export type Room = {
  /** Gives one of them up: its run is there now, and counts itself. */
  take(): void;
  /** Gives the rest of them up. */
  close(): void;
};

export type Rooms = {
  /** How many places of a user are promised, and have no run yet. */
  promisedTo(userId: string): number;
  promise(userId: string, count: number): Room;
};

/** Holds no memory for a user who is promised nothing. */
export function createRooms(): Rooms {
  const promised = new Map<string, number>();
  const promisedTo = (userId: string) => promised.get(userId) ?? 0;

  function change(userId: string, by: number): void {
    const count = promisedTo(userId) + by;
    if (count > 0) promised.set(userId, count);
    else promised.delete(userId);
  }

  return {
    promisedTo,
    promise(userId, count) {
      let left = count;
      change(userId, left);
      const giveUp = (places: number) => {
        left -= places;
        change(userId, -places);
      };
      return { take: () => giveUp(Math.min(left, 1)), close: () => giveUp(left) };
    },
  };
}
