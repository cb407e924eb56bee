"""TF-IDF and a linear SVM on the folds that intents.py wrote; needs scikit-learn, which the product does not.

python evaluation/tickets/baseline.py FOLDS.json banking77
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import f1_score
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

HERE = Path(__file__).resolve().parent


def main() -> None:
    """Measure and write."""
    given = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    texts, labels, fold = np.array(given["texts"], object), np.array(given["labels"]), np.array(given["folds"])
    accuracy, macro = [], []
    for number in sorted(set(fold.tolist())):
        model = make_pipeline(TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True), LinearSVC())
        model.fit(texts[fold != number], labels[fold != number])
        picked, wanted = model.predict(texts[fold == number]), labels[fold == number]
        accuracy.append(float((picked == wanted).mean()))
        macro.append(float(f1_score(wanted, picked, average="macro")))
    found = {
        "baseline_accuracy": round(float(np.mean(accuracy)), 4),
        "baseline_macro_f1": round(float(np.mean(macro)), 4),
    }
    path = HERE / "intents.json"
    known = json.loads(path.read_text(encoding="utf-8"))
    known[sys.argv[2]] |= found
    path.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(found)


if __name__ == "__main__":
    main()
