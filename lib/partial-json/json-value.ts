/** Any value that JSON can say. Objects are plain, every key is an own key, `__proto__` included. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** The way from the root to a part: a string is an object's key, a number an array's position. */
export type JsonPath = readonly (string | number)[];

/** `absent`: not begun. `growing`: shown, may still change. `complete`: closed in the text, will not change. */
export type PathState = "absent" | "growing" | "complete";
