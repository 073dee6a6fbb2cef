import { fail } from "./say.mjs";

/** The oldest Node that can start the set-up; everything after it runs on the project's own Node. */
const BOOTSTRAP = [20, 19];
/** The oldest Node that can serve where the project brings none of its own. */
const SERVING = [22, 0];

export function isAtLeast(version, [major, minor]) {
  const [ownMajor = 0, ownMinor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** Stops with a clear message on a Node that cannot even install. Reads nothing but the version. */
export function requireBootstrapNode(version = process.version) {
  if (!isAtLeast(version, BOOTSTRAP)) {
    fail(
      `This is Node ${version}. Toolweave needs Node 20.19 or newer to set itself up; install one and run the command again.`,
    );
  }
}

/** Stops where neither the project's own Node 24 runs nor the machine's is new enough. */
export function requireServingNode(version) {
  if (!isAtLeast(version, SERVING)) {
    fail(
      `Toolweave's own Node 24 does not run on this machine (${process.platform}, ${process.arch}), and the Node here is ${version}.\nInstall Node 22 or newer and run the command again.`,
    );
  }
}
