import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Which of the words stand in which files of a data folder, or in their names. */
export async function wordsIn(dataDir: string, words: readonly string[]): Promise<string[]> {
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const hits: string[] = [];
  for (const { parentPath, name } of files) {
    const bytes = Buffer.concat([Buffer.from(name), await readFile(join(parentPath, name))]);
    hits.push(...words.filter((word) => bytes.includes(word)).map((word) => `${word} in ${name}`));
  }
  return hits;
}
