import type { IdentifyParts } from "./http/exchange/identify";
import type { Storage } from "./persistence/storage";
import {
  type Auth,
  createAuthenticate,
  createPassingKeys,
  createVisitorCookies,
  isVisitor,
  readApiKeys,
  readSigningKeys,
  type SigningKeys,
  toKeys,
} from "./users";

type Place = {
  readonly storage: Storage;
  readonly env: NodeJS.ProcessEnv;
  /** `undefined`: the host brought the storage. */
  readonly dataDir: string | undefined;
};

/** How a server knows its users. Throws a TypeError for keys or secrets that cannot be used. */
export async function openIdentity(auth: Auth | undefined, place: Place): Promise<IdentifyParts> {
  const { formerData } = place.storage;
  const keys = keysOf(place);
  const cookies = createVisitorCookies(keys);
  const authenticate = createAuthenticate(auth, { apiKeys: readApiKeys(place.env.TOOLWEAVE_API_KEYS), cookies });
  const visitors = auth === undefined ? cookies : undefined;
  let isWaiting = await formerData.isThere();
  return {
    authenticate,
    cookies: visitors,
    sign: (text) => keys[0].sign(text),
    // threads from before there were users are those of the person who comes first, by the page
    async onUser({ userId }) {
      const isHeir = auth === "none" || isVisitor(userId);
      if (!isWaiting || auth instanceof Function || !isHeir) return;
      isWaiting = false;
      await formerData.giveTo(userId);
    },
  };
}

function keysOf({ storage, env, dataDir }: Place): SigningKeys {
  const given = env.TOOLWEAVE_SECRET?.trim();
  if (dataDir !== undefined) return readSigningKeys(given, dataDir);
  if (given) return toKeys(given, "TOOLWEAVE_SECRET");
  if (!storage.isShared) return createPassingKeys();
  throw new TypeError(
    "Several processes use this storage, so they need one secret: set TOOLWEAVE_SECRET to the same in all of them. " +
      "Make it with: openssl rand -hex 32",
  );
}
