import type { z } from "zod";
import type { HeadlessContext, HeadlessContract, HeadlessTool } from "./define-headless-tool";

type AnyContract = HeadlessContract<string, z.ZodType, z.ZodType>;

/** What each contract needs: a function of its own arguments that gives its own output. */
export type Implementations<Contracts extends Readonly<Record<string, unknown>>> = {
  readonly [Key in keyof Contracts]: Contracts[Key] extends HeadlessContract<string, infer Input, infer Output>
    ? (args: z.output<Input>, context: HeadlessContext) => Promise<z.input<Output>> | z.input<Output>
    : never;
};

/**
 * Code for a whole file of contracts at once (`import * as contracts from "./tools"`): one that has none, or that is not a
 * contract, does not compile; two of one name throw a TypeError.
 */
export function implementTools<const Contracts extends Readonly<Record<string, unknown>>>(
  contracts: Contracts,
  implementations: Implementations<Contracts>,
): readonly HeadlessTool[] {
  const tools = Object.entries(contracts).map(([key, contract]) => {
    const execute = Object.hasOwn(implementations, key) ? implementations[key] : undefined;
    if (typeof execute !== "function") {
      throw new TypeError(`implementTools: the contract "${key}" has no implementation; add a function of that name`);
    }
    return (contract as AnyContract).implement(execute as Parameters<AnyContract["implement"]>[0]); // `Implementations` pairs them
  });
  const names = tools.map(({ contract }) => contract.name);
  const double = names.find((name, position) => names.indexOf(name) !== position);
  if (double !== undefined) throw new TypeError(`implementTools: two contracts are called "${double}"`);
  return tools;
}
