"""PyTorch on one thread as the peer: the notebook's forward, writing and training. Without PyTorch `torch` is None."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tools"))
try:
    import torch
    import torch_model
except ImportError:
    torch = None

NAME = f"PyTorch {torch.__version__} native" if torch else "PyTorch"
BATCH, RATE = 64, 3e-3


class Peer:
    def __init__(self, weights, milliseconds):
        torch.set_num_threads(1)
        self.model, self.milliseconds = torch_model.load(weights)[0], milliseconds
        self.window, self.vocab = self.model.pe.shape[0], self.model.emb.num_embeddings
        self.learner = torch_model.load(weights)[0]
        self.optimizer = torch.optim.Adam(self.learner.parameters(), lr=RATE)
        self.text = torch.randint(1, self.vocab, (100_000,))

    def logits(self):
        tokens = (7 * torch.arange(self.window) + 3) % self.vocab
        with torch.no_grad():
            return self.model(tokens[None])[0][0].flatten().tolist()

    def forward(self, windows):
        tokens = torch.randint(1, self.vocab, (windows, self.window))
        with torch.no_grad():
            return self.milliseconds(lambda: self.model(tokens))

    def write(self):
        text = self.text[: self.window].tolist()

        def one():
            tokens = torch.tensor(text[-(self.window - 1):] + [0])
            p = torch.softmax(self.model(tokens[None])[0][0, -1] / 0.8, -1)
            text.append(torch.multinomial(p, 1).item())

        with torch.no_grad():
            return self.milliseconds(one)

    def train(self):
        places = torch.arange(self.window)

        def iteration():
            target = self.text[torch.randint(0, len(self.text) - self.window, (BATCH, 1)) + places]
            hidden = torch.rand(target.shape) < 0.15
            hidden[:, -1] = True
            logits = self.learner(target.masked_fill(hidden, 0))[0]
            loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), target.masked_fill(~hidden, -100).flatten())
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

        return self.milliseconds(iteration)

    def measure(self, what):
        """Milliseconds of one call, float32."""
        work = {"forward": lambda: self.forward(1), "batch": lambda: self.forward(BATCH), "write": self.write,
                "train": self.train}
        return work[what]()
