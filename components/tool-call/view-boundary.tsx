import { Component, type ReactNode } from "react";

type Props = { readonly attempt: string; readonly children: ReactNode; readonly fallback: ReactNode };
type State = { readonly failedAttempt: string | undefined };

/**
 * Shows something else in the place of a view that threw, so that arguments nobody expected never take the page down.
 * Another `attempt` is tried anew: a view that falls over half a list may well draw the whole one.
 */
export class ViewBoundary extends Component<Props, State> {
  override state: State = { failedAttempt: undefined };

  override componentDidCatch() {
    this.setState({ failedAttempt: this.props.attempt });
  }

  override render() {
    return this.state.failedAttempt === this.props.attempt ? this.props.fallback : this.props.children;
  }
}
