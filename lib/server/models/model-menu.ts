import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { readList } from "../read-list";
import { chooseModel } from "./choose-model";
import type { Environment } from "./providers";
import type { ResolvedModel } from "./resolve-model";

/** A model that a person may choose, and how it is called then; its name where no title is given. */
export type ModelChoice = string | { readonly model: string; readonly title: string };

/** One that can be chosen, by the id under which a run asks for it. */
export type MenuModel = ResolvedModel & { readonly title: string };

export type ModelMenu = {
  /** The one that answers where a run names none. */
  readonly standard: ResolvedModel;
  /** Every one that a run may name, the standard one first. */
  readonly all: ReadonlyMap<string, MenuModel>;
};

/** What is offered beside the demo model where nobody has configured a choice: so that the choice can be seen and tried. */
const DEMO_CHOICES: readonly ModelChoice[] = [
  { model: "demo", title: "Demo" },
  { model: "demo:slow", title: "Demo, slowly" },
];

/**
 * The models of a server: the standard one, and those of `choices`, else of TOOLWEAVE_MODELS (names, separated by commas).
 * Never rejects; a model that cannot be set up is in the menu and says why. Nothing goes to the network.
 */
export async function createModelMenu(
  {
    model,
    choices,
  }: { readonly model: string | BaseChatModel | undefined; readonly choices: readonly ModelChoice[] | undefined },
  env: Environment,
): Promise<ModelMenu> {
  const standard = await chooseModel(model, env);
  const listed = choices ?? readList(env.TOOLWEAVE_MODELS);
  const offered = listed.length === 0 && standard.info.id === "demo" ? DEMO_CHOICES : listed;
  const chosen = await Promise.all(
    offered.map(async (choice) => {
      const { model: name, title } = typeof choice === "string" ? { model: choice, title: undefined } : choice;
      const resolved = await chooseModel(name, env);
      return { ...resolved, title: title ?? resolved.info.id };
    }),
  );
  const own = chosen.find(({ info }) => info.id === standard.info.id);
  const first = { ...standard, title: own?.title ?? standard.info.id };
  const others = chosen.filter(({ info }) => info.id !== standard.info.id);
  return { standard, all: new Map([first, ...others].map((entry) => [entry.info.id, entry])) };
}
