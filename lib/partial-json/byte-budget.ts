/**
 * How many UTF-8 bytes may still be read. One a UTF-16 unit is taken for granted; a reader that meets a wider
 * character takes the rest, so that plain ASCII costs nothing.
 */
export class ByteBudget {
  /** The piece at hand may be read up to here. */
  end = 0;

  #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  begin(pieceLength: number): void {
    this.end = Math.min(pieceLength, this.#room);
  }

  /** A unit above 127 takes one or two bytes more; each half of a surrogate pair counts for two. */
  takeWide(code: number): void {
    this.#room -= code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
    this.end = Math.min(this.end, this.#room);
  }

  commit(unitsRead: number): void {
    this.#room -= unitsRead;
  }
}
